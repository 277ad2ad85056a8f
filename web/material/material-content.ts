import type { PieceId } from "../../petition/material.ts";
import type { SheetWords } from "./sheet-words.ts";

export interface Picture {
  id: "wide" | "square" | "story";
  path: string;
  width: number;
  height: number;
}

export interface PictureWords {
  title: string;
  text: string;
  download: string;
  alt: string;
  pictures: (Picture & { name: string; size: string })[];
}

export interface MaterialContent {
  meta: { title: string; description: string };
  title: string;
  lead: string;
  pieces: {
    title: string;
    open: string;
    black: string;
    shop: string;
    list: { id: PieceId; title: string; text: string; size: string }[];
  };
  pictures: PictureWords;
  forPress: { title: string; text: string; link: string };
  closed: string;
  sheet: SheetWords;
}
