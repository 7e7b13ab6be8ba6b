import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Rolldown } from 'vite'
import type { Built, Picture, WrittenDocument } from '../site/document-page.ts'
import { guidePictures, picturesFolder } from './guide-pictures.ts'
import { documentsConfig, firstScriptConfig, islandsConfig } from '../vite.config.ts'

type Output = Rolldown.RolldownOutput['output'][number]

export async function buildDocuments(outDir: string): Promise<void> {
  const [first, islands] = await Promise.all([outputsOf(firstScriptConfig()), outputsOf(islandsConfig(outDir))])
  const built: Built = {
    first: firstCode(first),
    sheet: textOf(islands.find(file => file.fileName.endsWith('.css'))),
    islands: `/${only(islands, file => file.type === 'chunk' && file.isEntry)}`,
    pictures: placePictures(outDir),
  }
  const place = join(outDir, `renderer-${process.pid}`)
  try {
    await build({ ...documentsConfig(place), configFile: false })
    const renderer = (await import(pathToFileURL(join(place, 'documents.js')).href)) as {
      renderDocuments(built: Built): WrittenDocument[]
    }
    write(join(outDir, 'documents'), renderer.renderDocuments(built))
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

async function outputsOf(config: Parameters<typeof build>[0]): Promise<Output[]> {
  const result = await build({ ...config, configFile: false })
  return [result].flat().flatMap(one => ('output' in one ? one.output : []))
}

function firstCode(outputs: Output[]): string {
  const chunk = outputs.find(file => file.type === 'chunk')
  if (chunk?.type !== 'chunk') throw new Error('The first script was not built.')
  return chunk.code.trim()
}

/** Inlined: on a slow line a request would cost more. */
function textOf(file: Output | undefined): string {
  if (file?.type !== 'asset') throw new Error('The style sheet was not built.')
  return Buffer.from(file.source).toString('utf8').trim()
}

function only(outputs: Output[], fits: (file: Output) => boolean): string {
  const found = outputs.filter(fits)
  const [file] = found
  if (!file || found.length > 1) throw new Error(`One file was expected, not ${found.length}.`)
  return file.fileName
}

/** Hashed names allow caching forever. */
function placePictures(outDir: string): Record<string, Picture> {
  return guidePictures(file => {
    const hash = createHash('sha256')
      .update(readFileSync(join(picturesFolder, file)))
      .digest('base64url')
      .slice(0, 8)
    const url = `assets/${file.replaceAll('/', '-').replace(/\.webp$/, '')}-${hash}.webp`
    cpSync(join(picturesFolder, file), join(outDir, url))
    return `/${url}`
  })
}

function write(folder: string, documents: WrittenDocument[]): void {
  for (const { file, html } of documents) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), html)
  }
  const list = documents.map(({ html: _html, ...rest }) => rest)
  writeFileSync(join(folder, 'documents.json'), JSON.stringify(list, null, 1))
}
