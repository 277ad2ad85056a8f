import type { ArticlePlan } from "../../web/article/article-plan.ts";

export const article: ArticlePlan | null = null;
