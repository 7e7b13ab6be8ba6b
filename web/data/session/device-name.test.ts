import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceName } from './device-name.ts'

const android = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test('devices are called as people call them', () => {
  assert.equal(deviceName(`${android} Chrome/140.0 Mobile Safari/537.36`), 'Chrome · Android')
  assert.equal(
    deviceName(`${android} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`),
    'Samsung Internet · Android',
  )
  assert.equal(deviceName('Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Edg/140.0'), 'Edge · Windows')
  assert.equal(deviceName(`${mac} Version/18.4 Safari/605.1.15`), 'Safari · Mac')
  assert.equal(deviceName('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'), 'Firefox · Linux')
  assert.equal(deviceName('Mozilla/5.0 (iPhone; CPU iPhone OS 18_4) Version/18.4 Safari/604.1'), 'Safari · iPhone')
  assert.equal(deviceName('something else'), '')
})
