export type Section = { id: string; document: string; title: string; heading: string; text: string }
