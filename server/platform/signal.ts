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
