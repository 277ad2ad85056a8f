import { z } from "zod";
import { answer, type DescribedCalls } from "./described.ts";

export interface ApiDescription {
  openapi: string;
  info: { title: string; version: string; summary: string; description: string; license: object; contact: object };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Shape>; responses: Record<string, Answered>; securitySchemes: object };
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, Answered | Reference>;
  security: object[];
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: Shape;
  example?: unknown;
}

export interface Answered {
  description: string;
  headers?: Record<string, { description: string; schema: Shape }>;
  content?: Content;
}

type Content = Record<string, { schema: Shape; example?: unknown }>;

export interface Reference {
  $ref: string;
}

export interface Shape {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
  additionalProperties?: Shape;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

export interface Discovery {
  describedApi(): ApiDescription;
}

export const DISCOVERY_CALLS = {
  description: {
    tag: "Machines",
    says: "OpenAPI 3.1.",
    answers: { 200: answer("The description", z.looseObject({ openapi: z.string() }) as unknown as z.ZodType<ApiDescription>) },
    isStill: true,
  },
} satisfies DescribedCalls;
