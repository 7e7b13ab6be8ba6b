/** `status` is HTTP; the texts say what to do next. */
export type CatalogueEntry = { status: number; vi: string; en: string }
