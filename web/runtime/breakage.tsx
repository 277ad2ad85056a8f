import { Component, createContext, type ReactNode, use } from "react";

const BrokenBy = createContext<unknown>(null);

/** Shows `instead` if its children break in the browser; a page that breaks on the server is rendered again there. */
export class Breakage extends Component<{ instead: ReactNode; children: ReactNode }> {
  override state: { by?: { error: unknown } } = {};

  static getDerivedStateFromError(error: unknown) {
    return { by: { error } };
  }

  override render() {
    const { by } = this.state;
    return by ? <BrokenBy value={by.error}>{this.props.instead}</BrokenBy> : this.props.children;
  }
}

export function useBrokenBy(): unknown {
  return use(BrokenBy);
}
