import { open } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import { ExtractError } from '../extract/extractor.ts'
import { decodeText } from '../extract/txt.ts'
import { type FileType, pictureTypes } from '#shared/contracts/training/training.contract.ts'

const HEAD_BYTES = 4_100
const COMPOUND_FILE = 'd0cf11e0a1b11ae1'

/**
 * Extension and first bytes must agree.
 * @throws empty, old_word, heic, wrong_type, file_encrypted
 */
export async function recogniseFile(name: string, path: string): Promise<FileType> {
  const file = await open(path, 'r')
  try {
    const head = new Uint8Array(HEAD_BYTES)
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0)
    const extension = /\.([a-z0-9]+)$/i.exec(name.trim())?.[1]?.toLowerCase()
    if (extension === 'heic' || extension === 'heif') throw new ExtractError('heic')
    if (extension === 'doc') throw new ExtractError('old_word')
    const bytes = head.subarray(0, bytesRead)
    if (isHeic(bytes)) throw new ExtractError('heic')
    const picture = pictureOf(extension)
    if (picture) return await checkPicture(picture, bytes)
    if (extension !== 'pdf' && extension !== 'docx' && extension !== 'txt') throw new ExtractError('wrong_type')
    if (bytesRead === 0) throw new ExtractError('empty')
    if (extension === 'txt') checkText(bytes)
    else if (Buffer.from(bytes.subarray(0, 8)).toString('hex') === COMPOUND_FILE) {
      const streams = await compoundStreams(
        bytes,
        async (target, position) => (await file.read(target, 0, target.length, position)).bytesRead,
      )
      throw new ExtractError(
        streams.includes('EncryptedPackage')
          ? 'file_encrypted'
          : streams.includes('WordDocument')
            ? 'old_word'
            : 'wrong_type',
      )
    } else if (extension === 'pdf' ? !isPdf(bytes) : !(await isWord(bytes))) throw new ExtractError('wrong_type')
    return extension
  } finally {
    await file.close()
  }
}

function pictureOf(extension: string | undefined): (typeof pictureTypes)[number] | undefined {
  return pictureTypes.find(type => type === (extension === 'jpeg' ? 'jpg' : extension))
}

/** Phones and chat apps rename pictures, so the type may differ. */
async function checkPicture(named: FileType, bytes: Uint8Array): Promise<FileType> {
  if (bytes.length === 0) throw new ExtractError('empty')
  const found = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.ext
  if (found !== 'jpg' && found !== 'png' && found !== 'webp') throw new ExtractError('wrong_type')
  return found === named ? named : found
}

function isHeic(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  return /^ftyp(hei[cxms]|hev[cx]|mif1|msf1)/.test(head.slice(4))
}

/** The signature may come later in the first kilobyte (mail headers), so executables and archives are excluded. */
function isPdf(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  return head.includes('%PDF-') && !/^(MZ|PK\x03\x04|\x7fELF|Rar!|7z\xbc)/.test(head)
}

/** A zip unless its first entries say otherwise; the child process checks the rest. */
async function isWord(bytes: Uint8Array): Promise<boolean> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  return found?.ext === 'docx' || (found?.ext === 'zip' && bytes[0] === 0x50 && bytes[1] === 0x4b)
}

function checkText(bytes: Uint8Array): void {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  if (/^(%PDF-|\{\\rtf|PK\x03\x04)/.test(head)) throw new ExtractError('wrong_type')
  try {
    decodeText(bytes)
  } catch (error) {
    // Unknown encoding or a split character: the child process reads all of it.
    if (error instanceof ExtractError && error.reason === 'wrong_type') throw error
  }
}

/** In the first directory sector of a compound file (old or encrypted Office). */
async function compoundStreams(
  head: Uint8Array,
  read: (target: Uint8Array, position: number) => Promise<number>,
): Promise<string> {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  if (head.byteLength < 512) return ''
  const sector = 2 ** Math.min(view.getUint16(30, true), 12)
  const directory = new Uint8Array(4_096)
  const size = await read(directory, (view.getUint32(48, true) + 1) * sector)
  const inHead = Buffer.from(head).toString('utf16le')
  return inHead + Buffer.from(directory.subarray(0, size)).toString('utf16le')
}
