/** Say no with a stable code, English words and a pointer into the input, as the service does (CONTRACT 1). */

export class EngineError extends Error {
  /**
   * `pointer` is a JSON Pointer, `fields` are all that are concerned (the pointer alone when left out), `more` further
   * members of the answer such as `cards`.
   * @param {string} code @param {string} detail @param {string} [pointer]
   * @param {{fields?: string[], [name: string]: unknown}} [given]
   */
  constructor(code, detail, pointer = "", { fields = [pointer], ...more } = {}) {
    super(detail);
    this.code = code;
    this.pointer = pointer;
    this.errors = fields.map((field) => ({ pointer: field, code, detail }));
    this.more = more;
  }

  /** Tell the same with its pointers in another shape's words. @param {Array<[string, string]>} names @param {string} [code] */
  renamed(names, code = this.code) {
    const told = (/** @type {string} */ pointer) => names.reduce((text, [old, name]) => text.replace(old, name), pointer);
    const fields = this.errors.map((error) => told(error.pointer));
    return new EngineError(code, this.message, told(this.pointer), { ...this.more, fields });
  }

  /** Give the `error` member of an answer of CONTRACT 1. */
  toJSON() {
    return { ...this.more, code: this.code, detail: this.message, pointer: this.pointer, errors: this.errors };
  }
}

/**
 * Refuse several fields at once. @param {string} code @param {string} detail @param {string[]} fields
 * @param {Record<string, unknown>} [more]
 */
export const refusal = (code, detail, fields, more = {}) => new EngineError(code, detail, fields[0], { ...more, fields });
