import { useEffect, useState } from "react";

const TICK = 30_000;

/** Null until hydration, so that the first render equals the server's. */
export function useNow(): Date | null {
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => {
    setNow(new Date());
    const ticking = setInterval(() => setNow(new Date()), TICK);
    return () => clearInterval(ticking);
  }, []);
  return now;
}
