/** For the end of a switch over kinds: TypeScript refuses a kind left out, and so does the page. */

/**
 * @param {never} kind
 * @returns {never}
 */
export function unknownKind(kind) {
  throw new Error(`no words for ${JSON.stringify(kind)}`);
}
