import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultPlaces } from '../../rules/notification-places.ts'
import { notificationKinds } from '../../words.ts'
import { notificationsTexts, notificationWords } from './notifications-texts.ts'

test('a request says what is wanted and where; one stored before that was known has no empty places', () => {
  const what = { what: 'booking', name: 'Ánh' }
  assert.deepEqual(notificationWords('vi', 'intent', { ...what, channel: 'Zalo', request: 'gội bầu, 15h hôm nay' }), {
    title: 'Ánh muốn đặt lịch: gội bầu, 15h hôm nay',
    text: 'Nhắn qua Zalo. Mở hội thoại để xác nhận, đổi hoặc từ chối.',
    path: '/dashboard/notifications',
  })
  const old = notificationWords('en', 'intent', what)
  assert.equal(old.title, 'Ánh wants to book')
  assert.match(old.text, /^Wrote on one of your channels\. /)
})

test('a notification leads to where one acts on it', () => {
  const pathOf = (kind: (typeof notificationKinds)[number], data: { what: string; conversation_id?: string }) =>
    notificationWords('vi', kind, data).path
  assert.equal(pathOf('person_wanted', { what: 'asked', conversation_id: 'c' }), '/dashboard/inbox/c')
  assert.equal(pathOf('usage', { what: 'almost' }), '/dashboard/usage')
  assert.equal(pathOf('payment', { what: 'settled' }), '/dashboard/billing')
  assert.equal(pathOf('payment', { what: 'refunded' }), '/dashboard/billing')
  assert.equal(pathOf('payment', { what: 'declined' }), '/payment')
  assert.equal(pathOf('payment', { what: 'trial_soon' }), '/payment')
  assert.equal(pathOf('system', { what: 'announced' }), '/dashboard/notifications')
})

test('a row without what its kind needs says at least its kind, and leads somewhere', () => {
  const odd = [
    null,
    {},
    { what: 'of another version' },
    { what: 'settled' },
    { what: 'settled', amount: 5, currency: 'XAU' },
  ]
  for (const language of ['vi', 'en'] as const)
    for (const kind of [...notificationKinds, 'of another version' as (typeof notificationKinds)[number]])
      for (const data of odd) {
        const { title, text, path } = notificationWords(language, kind, data)
        assert.ok(title.length > 3 && !`${title}${text}`.includes('{'), `${kind} ${JSON.stringify(data)}: ${title}`)
        assert.match(path, /^\//)
      }
})

test('every kind has a name to be chosen by, in both languages, and its places', () => {
  for (const kind of notificationKinds) {
    for (const language of ['vi', 'en'] as const) {
      const texts: Record<string, string> = notificationsTexts(language)
      assert.ok(texts[`kind_${kind}`], `${language} ${kind}`)
    }
    assert.deepEqual(Object.keys(defaultPlaces[kind]).sort(), ['email', 'in_app', 'push'])
  }
  assert.ok(defaultPlaces.person_wanted.push && defaultPlaces.contact_detail.push)
  assert.deepEqual(defaultPlaces.marketing, { in_app: false, email: false, push: false })
})
