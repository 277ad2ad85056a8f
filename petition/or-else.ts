/** What `read` answers, or `otherwise` where it throws: for what has one fault, that it cannot be read. */
export function orElse<Value, Otherwise>(read: () => Value, otherwise: Otherwise): Value | Otherwise {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** Whether `act` does not throw. */
export function succeeds(act: () => void): boolean {
  return orElse(() => {
    act();
    return true;
  }, false);
}
