/** Tells the rest of this process that something has happened, without knowing who wants to hear of it. */
export interface Signal {
  (): void;
  on(listener: () => void): void;
}

export function makeSignal(): Signal {
  const listeners: (() => void)[] = [];
  const signal = () => {
    for (const listener of listeners) listener();
  };
  return Object.assign(signal, { on: (listener: () => void) => void listeners.push(listener) });
}
