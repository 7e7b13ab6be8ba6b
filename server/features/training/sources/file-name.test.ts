import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanFileName, documentTitle } from './file-name.ts'

test('a file name is data: no path, nothing invisible, every letter kept', () => {
  const names: [sent: string, expected: string][] = [
    ['Bảng giá tháng 9.pdf', 'Bảng giá tháng 9.pdf'],
    ['Bảng giá.pdf'.normalize('NFD'), 'Bảng giá.pdf'],
    ['../../x', 'x'],
    ['C:\\Users\\Lan\\Giá.docx', 'Giá.docx'],
    ['a\u202Efdp.exe\u0000\u0007\n.pdf', 'afdp.exe .pdf'],
    ['.hidden..', 'hidden'],
    ['價目表 🧋.txt', '價目表 🧋.txt'],
    ['', 'Tài liệu'],
    ['///', 'Tài liệu'],
    ['\ud800.txt', '\ufffd.txt'],
  ]
  for (const [sent, expected] of names) assert.equal(cleanFileName(sent), expected)
  const long = cleanFileName(`${'ấ'.repeat(400)}.docx`)
  assert.equal(Array.from(long).length, 180)
  assert.ok(long.endsWith('ấ.docx'))
  assert.equal(documentTitle('Bảng giá.PDF'), 'Bảng giá')
})
