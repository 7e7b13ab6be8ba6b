import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addresses } from '#shared/addresses.ts'
import { briefTexts } from '#shared/texts/dashboard/brief-texts.ts'
import { nameTask } from './name-task.ts'

test('a shop that nobody has named asks for its name until it has one', () => {
  const toOf = (name: string, version: number, step: number | null) =>
    nameTask(briefTexts('vi'), { name, first_version: version, first_step: step }).map(({ to }) => to)
  assert.deepEqual(toOf('Cửa hàng của Nguyễn Thu Hạnh', 0, 1), [addresses.start])
  assert.deepEqual(toOf('Cửa hàng của Nguyễn Thu Hạnh', 0, null), [addresses.account], 'its steps are done')
  assert.deepEqual(toOf('Tiệm gội Mây', 0, 1), [])
  assert.deepEqual(toOf('Tiệm gội Mây', 1, 2), [])
})
