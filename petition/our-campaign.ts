import { campaign } from "#campaign/campaign.ts";
import type { Campaign, PieceId } from "./campaign.ts";

export const CAMPAIGN: Campaign = campaign;

export const COLLECTS_ON_PAPER = CAMPAIGN.pieces.some(isSigned);

export function isSigned(piece: PieceId): boolean {
  return piece === "signatureCard" || piece === "signatureList";
}
