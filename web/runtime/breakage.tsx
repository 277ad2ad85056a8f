import { Component, createContext, type ReactNode, use } from "react";

const BrokenBy = createContext<unknown>(null);

interface Props {
  instead: ReactNode;
  children: ReactNode;
}

/** Shows `instead` once what is within it breaks in the browser; what breaks on the server is rendered anew there. */
export class Breakage extends Component<Props, { by?: { error: unknown } }> {
  override state: { by?: { error: unknown } } = {};

  static getDerivedStateFromError(error: unknown) {
    return { by: { error } };
  }

  override render() {
    const { by } = this.state;
    return by ? <BrokenBy value={by.error}>{this.props.instead}</BrokenBy> : this.props.children;
  }
}

/** What was thrown in this browser; null where the server said what is wrong. */
export function useBrokenBy(): unknown {
  return use(BrokenBy);
}
