/** A section of a document as it is searched. */
export type Section = { id: string; document: string; title: string; heading: string; text: string }
