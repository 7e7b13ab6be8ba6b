import mammoth from 'mammoth'
import { checkArchive } from './archive.ts'
import { tidyText, hasWords } from '../clean-text.ts'
import { withNotes } from './docx-notes.ts'
import { wordText } from './docx-text.ts'
import { fromOldFonts } from '../old-fonts.ts'
import { ExtractError, MAX_CHARACTERS, type Extracted, type Extractor } from '../extractor.ts'

/** Ignores pictures, comments, macros and struck-through text; reads text boxes and footnotes. */
export const docx: Extractor = {
  extension: 'docx',
  extract: extractDocx,
}

const STYLES = [
  "p[style-name='Title'] => h1.title:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  'comment-reference => !',
  'b => strong',
  'strike => s',
]

async function extractDocx(bytes: Uint8Array): Promise<Extracted> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  await checkArchive(buffer)
  const { value } = await mammoth.convertToHtml(
    { buffer },
    {
      styleMap: STYLES,
      convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
      externalFileAccess: false,
    },
  )
  const text = tidyText(fromOldFonts(wordText(withNotes(value))))
  if (!hasWords(text)) throw new ExtractError('empty')
  if (text.length > MAX_CHARACTERS) throw new ExtractError('file_too_long')
  return { text }
}
