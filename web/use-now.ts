import { useEffect, useState } from "react";

const TICK = 30_000;

/** Null until the page lives, so that it first shows what the server rendered. */
export function useNow(): Date | null {
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => {
    setNow(new Date());
    const ticking = setInterval(() => setNow(new Date()), TICK);
    return () => clearInterval(ticking);
  }, []);
  return now;
}
