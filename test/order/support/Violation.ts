/** Something that must not be, found in a history; its message begins with the property's letter or name. */
export class Violation extends Error {}
