import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import type { Language } from '#shared/words.ts'

/** Full fonts: subsets lack letters, and words mix alphabets here. */
const fontFolder = '@expo-google-fonts/be-vietnam-pro'
const resolve = createRequire(import.meta.url).resolve
const regular = resolve(`${fontFolder}/400Regular/BeVietnamPro_400Regular.ttf`)
const bold = resolve(`${fontFolder}/700Bold/BeVietnamPro_700Bold.ttf`)

export const pdfColour = { ink: '#10211B', quiet: '#5A6B63', line: '#DCE5DF', leaf: '#0B5741', pale: '#F1F5F2' }
export const pdfLeft = 48
export const pdfRight = 547
export const pdfWidth = pdfRight - pdfLeft

type About = { title: string; author: string; at: Date; language: Language }

/** A4, with the fonts `Regular` and `Bold`. */
export function openPdf({ title, author, at, language }: About): PDFDocument {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: pdfLeft,
    lang: language,
    info: { Title: title, Author: author, CreationDate: at },
  })
  return pdf.registerFont('Regular', regular).registerFont('Bold', bold)
}

export function bytesOfPdf(pdf: PDFDocument): Promise<Buffer> {
  return new Promise((resolved, reject) => {
    const chunks: Buffer[] = []
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolved(Buffer.concat(chunks)))
    pdf.on('error', reject)
    pdf.end()
  })
}

/** @param day 'YYYY-MM-DD' */
export function pdfDay(day: string, language: Language): string {
  const [year, month, date] = day.split('-')
  return language === 'vi' ? `${date}/${month}/${year}` : `${day}`
}
