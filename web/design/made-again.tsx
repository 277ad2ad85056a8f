import { Component, type ReactNode } from "react";
import { holdTyped, type Typed } from "./typed.ts";

interface State {
  times: number;
  by?: { error: unknown } | undefined;
}

/** Enough for a program that changes the page now and then; what breaks by itself breaks at once again. */
const TIMES = 3;

/** Makes what is within it again where that breaks, with what was typed in it. What came of a form is known around it, and stays. */
export class MadeAgain extends Component<{ children: ReactNode }, State> {
  override state: State = { times: 0 };
  typed: Typed | null = null;

  static getDerivedStateFromError(error: unknown) {
    return { by: { error } };
  }

  /** The last moment in which the fields are in the page. */
  override getSnapshotBeforeUpdate() {
    if (this.state.by) this.typed ??= holdTyped();
    return null;
  }

  override componentDidUpdate(_: unknown, before: State) {
    const { by } = this.state;
    if (by && by !== before.by) this.setState(({ times }) => ({ by: undefined, times: times + 1 }));
    if (by || !before.by) return;
    this.typed?.putBack();
    this.typed = null;
  }

  override render() {
    const { by, times } = this.state;
    if (by && times >= TIMES) throw by.error;
    return by ? null : this.props.children;
  }
}
