import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jobsEn } from '#shared/texts/operator/jobs.en.ts'
import { jobName } from '#shared/texts/operator/jobs-texts.ts'
import { parts } from './app.ts'

test('whatever may be given up has a name for people, and no name is left over', () => {
  const kinds = parts.flatMap(({ jobs = {}, listens = {} }) => [
    ...Object.keys(jobs),
    ...Object.entries(listens).flatMap(([event, actions]) => Object.keys(actions).map(name => `${event} → ${name}`)),
  ])
  assert.deepEqual(Object.keys(jobsEn).toSorted(), kinds.toSorted())
})

test('a kind of another version has none', () => {
  assert.equal(jobName('vi', 'constructor'), undefined)
  assert.equal(jobName('vi', 'process source'), 'Đọc tài liệu huấn luyện')
})
