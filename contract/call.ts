export interface Call {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** `{name}`: one of the fields that it takes. The others make the query, or the body where the method has one. */
  path: string;
  /** Else JSON. */
  answers?: "text" | "bytes" | "nothing";
  takes?: "signed bytes";
  /** What came of it has a name, whatever the status: no failure, but an answer. */
  hasOutcome?: true;
  /** Answers in the language `lang`, which may be kept by whoever asked for that address. */
  inLanguage?: true;
  /** Of the administrator. `from elsewhere`: not asked for where the call comes from the machine itself. */
  key?: "always" | "from elsewhere";
}
