import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openPage } from '#tests/journeys/steps/open-page.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { openTestPage } from '#tests/setup/test-page.ts'
import type { PictureLimits } from './shrink-picture.ts'

type Drawn = { width: number; height: number; type: string; noise?: boolean; exif?: number[]; cut?: number }

/** APP1 of a camera that was held on its side: 6, turned by a quarter. */
const onSide = [
  ...[0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8],
  ...[0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0],
]

describe('shrinkPicture', () => {
  let browser: Browser
  before(async () => {
    browser = await launchBrowser()
  })
  after(() => browser.close())

  test('a picture beyond the limits is drawn smaller, upright; one within them goes as it is', async t => {
    const page = await openPage(t, browser)
    await openTestPage(page, 'web/kit/shrink-picture.test-page.tsx')
    page.setDefaultTimeout(60_000)

    const shrink = (drawn: Drawn, limits: PictureLimits) =>
      page.evaluate(
        async ([{ width, height, type, noise, exif, cut }, asked]) => {
          const canvas = new OffscreenCanvas(width, height)
          const pen = canvas.getContext('2d')!
          if (noise) {
            const tile = new ImageData(128, 128)
            crypto.getRandomValues(tile.data)
            for (let at = 3; at < tile.data.length; at += 4) tile.data[at] = 255
            const small = new OffscreenCanvas(128, 128)
            small.getContext('2d')!.putImageData(tile, 0, 0)
            pen.fillStyle = pen.createPattern(small, 'repeat')!
          } else pen.fillStyle = '#f00'
          pen.fillRect(0, 0, width / 2, height)
          const whole = new Uint8Array(await (await canvas.convertToBlob({ type })).arrayBuffer())
          const bytes = exif ? [...whole.slice(0, 2), ...exif, ...whole.slice(2)] : whole
          const given = new File([new Uint8Array(bytes).slice(0, cut)], 'Bảng giá.JPEG', { type })
          const made = await (Reflect.get(window, 'shrinkPicture') as (...all: unknown[]) => Promise<File>)(
            given,
            asked,
          )
          if (cut) return { same: made === given }
          const picture = await createImageBitmap(made)
          const seen = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!
          seen.drawImage(picture, 0, 0)
          const colour = (x: number, y: number) =>
            [...seen.getImageData(x, y, 1, 1).data].map(part => Math.round(part / 255))
          return {
            same: made === given,
            was: given.size,
            name: made.name,
            size: made.size,
            sides: [picture.width, picture.height],
            first: colour(1, 1),
            last: colour(picture.width - 2, picture.height - 2),
          }
        },
        [drawn, limits] as const,
      )

    const reading = { bytes: 10_485_760, pixels: 42_000_000, side: 3_200 }
    const camera = await shrink({ width: 8_000, height: 6_000, type: 'image/jpeg', noise: true }, reading)
    assert.ok(camera.was! > reading.bytes && camera.size! <= reading.bytes, `${camera.was} became ${camera.size}`)
    assert.deepEqual([camera.name, camera.sides], ['Bảng giá.jpg', [3_200, 2_400]])

    const [red, white, clear] = [
      [1, 0, 0, 1],
      [1, 1, 1, 1],
      [0, 0, 0, 0],
    ]
    const small = { bytes: 10_000, pixels: 100 * 100, side: 100 }
    const turned = await shrink({ width: 400, height: 200, type: 'image/jpeg', exif: onSide }, small)
    assert.deepEqual([turned.sides, turned.first], [[50, 100], red])
    const logo = await shrink({ width: 400, height: 200, type: 'image/png' }, small)
    assert.deepEqual([logo.name, logo.sides, logo.first, logo.last], ['Bảng giá.png', [100, 50], red, clear])
    const tight = await shrink({ width: 400, height: 200, type: 'image/png', noise: true }, { ...small, bytes: 3_500 })
    assert.deepEqual([tight.name, tight.last], ['Bảng giá.jpg', white])

    assert.ok((await shrink({ width: 100, height: 100, type: 'image/jpeg' }, small)).same, 'within the limits')
    assert.ok((await shrink({ width: 400, height: 200, type: 'image/png', cut: 20 }, small)).same, 'cannot be read')
  })
})
