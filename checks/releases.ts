/** What was released before: from a database of each release, the present one can be reached (CONTRIBUTING, "A release"). Nothing here ever changes. */

export interface Release {
  version: string;
  /** Its code: the upgrade is tried with the last release's. */
  commit: string;
  /** SHA-256 of each of its files in `server/platform/database/migrations`, in order. */
  migrations: Record<string, string>;
}

export const RELEASES: Release[] = [
  {
    version: "0.9.0",
    commit: "bc1c8b00b320ed74680d77e7e498a22ddd829f60",
    migrations: {
      "0000_the_petition": "cc111606aa6a39eaefee9d81a78ac72c221c873e40736cc1bd53daca12d77367",
      "0001_the_public_log": "87259fa6d99eb2753c997bb11c58d107fe77b15fc4ef197b64844313a0015972",
    },
  },
];
