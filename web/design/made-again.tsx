import { Component, type ReactNode } from "react";
import { holdTyped, type Typed } from "./typed.ts";

/** Enough for a program that changes the page now and then; our own faults break again at once. */
const TIMES = 3;

/** Renders its children again after they broke, with what was typed in them. The state around it stays. */
export class MadeAgain extends Component<{ children: ReactNode }> {
  override state: { times: number; by?: { error: unknown } | undefined } = { times: 0 };
  typed: Typed | null = null;

  static getDerivedStateFromError(error: unknown) {
    return { by: { error } };
  }

  override getSnapshotBeforeUpdate() {
    if (this.state.by) this.typed ??= holdTyped();
    return null;
  }

  override componentDidUpdate(_: unknown, before: MadeAgain["state"]) {
    const { by, times } = this.state;
    if (by && by !== before.by) this.setState({ by: undefined, times: times + 1 });
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
