import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstShopName, isUnnamed, shopNameForCustomers } from './shop-name.ts'

test('until a shop is named, customers read neither the name nor the address of who signed up', () => {
  const shown = (name: string, language: 'vi' | 'en', version = 0) =>
    shopNameForCustomers({ name, language, first_version: version })
  assert.equal(shown(firstShopName('Nguyễn Thu Hạnh', 'vi'), 'vi'), 'Cửa hàng')
  assert.equal(shown(firstShopName('hanh', 'en'), 'en'), 'Shop')
  assert.equal(shown(firstShopName('Nguyễn Thu Hạnh', 'vi'), 'en'), 'Shop', 'the language has changed since')
  assert.equal(shown('Tiệm gội Mây', 'vi'), 'Tiệm gội Mây', 'named elsewhere')
  assert.equal(shown('Cửa hàng của Mẹ', 'vi', 1), 'Cửa hàng của Mẹ', 'a name that somebody chose')
  assert.equal(isUnnamed({ name: 'Tiệm gội Mây', first_version: 0 }), false)
})
