/** Pixels. */
export const SHARE_IMAGE = { width: 1200, height: 630 } as const;
