/** The few calls of pdfkit that invoices and our test documents use; the package ships no types. */
declare module 'pdfkit' {
  import type { Readable } from 'node:stream'

  export type PdfOptions = {
    size?: string
    margin?: number
    userPassword?: string
    ownerPassword?: string
    pdfVersion?: string
    bufferPages?: boolean
    lang?: string
    info?: { Title?: string; Author?: string; CreationDate?: Date }
  }
  type TextOptions = {
    width?: number
    lineBreak?: boolean
    align?: string
    columns?: number
    columnGap?: number
    height?: number
    lineGap?: number
    characterSpacing?: number
  }

  export default class PDFDocument extends Readable {
    constructor(options?: PdfOptions)
    x: number
    y: number
    page: { width: number; height: number; margins: { top: number; left: number; right: number; bottom: number } }
    registerFont(name: string, file: string): this
    font(name: string): this
    fontSize(size: number): this
    text(text: string, x?: number | TextOptions, y?: number, options?: TextOptions): this
    heightOfString(text: string, options?: TextOptions): number
    moveDown(lines?: number): this
    addPage(): this
    rotate(degrees: number, options?: { origin: [number, number] }): this
    image(source: Buffer, x: number, y: number, options?: { width?: number; height?: number }): this
    rect(x: number, y: number, width: number, height: number): this
    roundedRect(x: number, y: number, width: number, height: number, radius: number): this
    moveTo(x: number, y: number): this
    lineTo(x: number, y: number): this
    lineWidth(width: number): this
    fill(colour?: string): this
    fillColor(colour: string): this
    stroke(colour?: string): this
    end(): void
  }
}
