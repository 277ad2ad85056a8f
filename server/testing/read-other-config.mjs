import { registerHooks } from "node:module";

registerHooks({
  load(url, context, next) {
    if (!url.endsWith("/petition.config.ts")) return next(url, context);
    const source = `export const PLACEHOLDER = "[bitte ausfüllen]"; export const petitionConfig = ${process.env.OTHER_PETITION_CONFIG};`;
    return { format: "module", source, shortCircuit: true };
  },
});
