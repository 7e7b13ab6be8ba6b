import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const packages = { pdftoppm: 'poppler-utils', pdftotext: 'poppler-utils', zbarimg: 'zbar-tools' } as const
const instruction =
  'The tests of invoices need poppler-utils and zbar-tools (Debian: sudo apt-get install poppler-utils zbar-tools).'

/** Installs a missing program if allowed; otherwise throws an Error that says what to do. */
function run(program: keyof typeof packages, words: string[]): Buffer {
  const { status, error, stdout, stderr } = spawnSync(program, words, { maxBuffer: 100_000_000 })
  if ((error as { code?: string } | undefined)?.code === 'ENOENT') {
    install(packages[program])
    return run(program, words)
  }
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr.toString()}`)
  return stdout
}

function install(name: string): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) throw new Error(instruction)
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const words of [
    ['update', '-q'],
    ['install', '-y', '-q', '--no-install-recommends', name],
  ])
    if (spawnSync('apt-get', words, { env: environment, stdio: 'ignore' }).status !== 0) throw new Error(instruction)
}

export type Picture = { width: number; height: number; pixels: Buffer }
export type PaperWord = { text: string; left: number; top: number; right: number; bottom: number }

function withFile<T>(pdf: Buffer, look: (file: string, folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'sen-paper-'))
  try {
    const file = join(folder, 'paper.pdf')
    writeFileSync(file, pdf)
    return look(file, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The first page: one byte per pixel, 0 is black. */
export function rasterise(pdf: Buffer, dpi: number): Picture {
  return withFile(pdf, file => {
    const pgm = run('pdftoppm', ['-gray', '-r', String(dpi), '-f', '1', '-l', '1', file])
    const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(pgm.subarray(0, 40).toString('latin1'))
    if (!head) throw new Error('pdftoppm made no picture.')
    const [all, width, height] = head
    return { width: Number(width), height: Number(height), pixels: pgm.subarray(all.length) }
  })
}

export function textOf(pdf: Buffer): string {
  return withFile(pdf, file => run('pdftotext', ['-layout', file, '-']).toString())
}

/** In points from the upper left. */
export function wordsOf(pdf: Buffer): PaperWord[] {
  const html = withFile(pdf, file => run('pdftotext', ['-bbox', file, '-']).toString())
  const found = html.matchAll(/<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)<\/word>/g)
  return [...found].map(([, left, top, right, bottom, text = '']) => ({
    text,
    left: Number(left),
    top: Number(top),
    right: Number(right),
    bottom: Number(bottom),
  }))
}

export function scan(pdf: Buffer): string[] {
  return withFile(pdf, (file, folder) => {
    run('pdftoppm', ['-png', '-r', '150', '-f', '1', '-l', '1', '-singlefile', file, join(folder, 'page')])
    return run('zbarimg', ['-q', '--raw', join(folder, 'page.png')])
      .toString()
      .trim()
      .split('\n')
  })
}
