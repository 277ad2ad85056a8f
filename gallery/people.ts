/** Sixty letters and more, as some people are really called. */
export const LONG_NAME = "Maria del Carmen Hernández-Wolfeschlegelsteinhausenbergerdorff y García de la Torre";
export const LONG_ADDRESS = "maria.del.carmen.hernandez-wolfeschlegelsteinhausenbergerdorff@mail.gemeindeverwaltung.example";
