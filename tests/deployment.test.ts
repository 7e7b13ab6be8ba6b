// No image is built here: what is tried is that everything these files name exists.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { exampleEnvironment } from '#server/config.ts'

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
