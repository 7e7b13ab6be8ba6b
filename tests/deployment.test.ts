// No image is built here: what is tried is that everything these files name exists, and that nothing left out of the image is needed in it.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { exampleEnvironment } from '#server/config.ts'
import { readImportGraph } from './runner/import-graph.ts'

const root = join(import.meta.dirname, '..')
const [image, compose, unit, ignored] = ['Dockerfile', 'compose.yaml', 'deploy/sen.service', '.dockerignore'].map(
  file => readFileSync(join(root, file), 'utf8'),
) as [string, string, string, string]
const settings = exampleEnvironment()

test('the image copies and starts files that exist and are not ignored', () => {
  const copied = [...image.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, files = '']) => files.split(' '))
  const run = [...`${image}\n${unit}`.matchAll(/\b[\w-]+\.mjs\b/g)].map(([file]) => file)
  assert.ok(copied.includes('package-lock.json') && run.includes('run.mjs'))
  for (const file of [...copied, ...run]) {
    assert.ok(existsSync(join(root, file)), file)
    assert.ok(!ignored.split('\n').includes(file), `.dockerignore: ${file}`)
  }
})

test('what is built and started in the image needs no file that it lacks, and no package for developers', () => {
  const graph = readImportGraph(root)
  const reached = new Set(['server/main.ts', 'server/commands.ts', 'web/build.ts', 'widget/vite.config.ts'])
  for (const file of reached)
    for (const used of graph.get(file) ?? []) if (!/\.test(-page)?\.tsx?$/.test(used)) reached.add(used)
  assert.ok(reached.size > 1000, String(reached.size))
  const left = [...reached].filter(file => ignored.split('\n').includes(file.split('/', 1)[0] ?? ''))
  assert.deepEqual(left, [])
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, object>
  const imported = [...reached].flatMap(file =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /^(?:import|export) (?!type ).*? from '((?:@[\w-]+\/)?[\w-]+)/gms,
      ),
    ].map(([, name = '']) => name),
  )
  assert.ok(imported.includes('fastify') && imported.includes('vite'))
  assert.deepEqual(
    imported.filter(name => name in (devDependencies ?? {})),
    [],
  )
})

test('image, compose file and unit set only settings that exist', () => {
  const set = [
    ...[...`${image}\n${unit}`.matchAll(/^(?:ENV |Environment=)(.+)$/gm)].flatMap(([, pairs = '']) =>
      pairs.split(' ').map(pair => pair.split('=', 1)[0]!),
    ),
    ...[...compose.matchAll(/^ {6}([A-Z_]+): /gm)].map(([, name = '']) => name),
  ].filter(name => !name.startsWith('POSTGRES_'))
  assert.ok(set.length >= 9, String(set))
  for (const name of set) assert.ok(settings.includes(`# ${name}=`), name)
})

test('image and unit run the Node that the repository asks for, and have the folder of the data', () => {
  assert.equal(/^FROM node:(\d+)/m.exec(image)?.[1], readFileSync(join(root, '.nvmrc'), 'utf8').trim().split('.')[0])
  const folder = /DATA_DIR=(\S+)/.exec(image)?.[1]
  assert.match(image, new RegExp(`^VOLUME ${folder}$`, 'm'))
  assert.match(unit, new RegExp(`DATA_DIR=${folder}$`, 'm'))
  assert.ok(compose.includes(`:${folder}\n`))
})
