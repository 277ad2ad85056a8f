import { article } from "#campaign/article.server.ts";
import type { ArticlePlan } from "./article/article-plan.ts";

/** Null where the campaign has no article, and so no figures and no charts. */
export const ARTICLE: ArticlePlan | null = article;
