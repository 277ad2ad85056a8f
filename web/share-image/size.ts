import type { Language } from "../../petition/language.ts";

export const SHARE_IMAGE = { width: 1200, height: 630 } as const;

/** `wide` for links and posts, `square` for pictures in a row, `story` for a whole phone. */
export const PICTURE_FORMATS = {
  wide: SHARE_IMAGE,
  square: { width: 1080, height: 1080 },
  story: { width: 1080, height: 1920 },
} as const satisfies Record<PictureFormat, { width: number; height: number }>;

export const FORMATS = ["wide", "square", "story"] as const;
export type PictureFormat = (typeof FORMATS)[number];

export function picturePath(language: Language, format: PictureFormat, version: string): string {
  return `/share/${language}${format === "wide" ? "" : `-${format}`}.${version}.png`;
}

export function picturesOf(language: Language, version: string) {
  return FORMATS.map((format) => ({ id: format, path: picturePath(language, format, version), ...PICTURE_FORMATS[format] }));
}
