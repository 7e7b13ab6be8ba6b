/** `status` is the HTTP status the code is answered with; the texts say what to do next. */
export type CatalogueEntry = { status: number; vi: string; en: string }
