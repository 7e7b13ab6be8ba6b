import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fastestRun } from '#tests/setup/fastest-run.ts'
import { comesBack, type OptOut, optOutIntentOf, optOutOf } from './opt-out-words.ts'

const sure = `stop|STOP!|Stop please|stopall|unsubscribe|Please unsubscribe me|opt out|opt-out|từ chối|Dạ em từ chối ạ|tu choi|TC|tc nhé shop
  hủy đăng ký|huỷ đăng kí giúp em với|huy dang ky|dừng gửi|ngừng gửi|ngưng gửi nha|dung gui|đừng gửi nữa|dung gui nua|không gửi nữa
  ko gui nua nhe|không nhận tin|khong nhan tin nua|em không muốn nhận tin nhắn nữa ạ|đừng gửi tin quảng cáo cho em nữa nhé
  vui lòng ngừng gửi tin khuyến mãi cho tôi|từ chối nhận tin|shop có thể dừng gửi tin cho mình được không?|stop sending me messages
  please don't text me anymore|I don't want to receive any more promotions|no more messages please|remove me from your list
  Phiền quá, đừng gửi nữa|Em mua rồi đừng gửi tin nữa|How do I unsubscribe?|tắt thông báo giúp mình|xóa số tôi khỏi danh sách
  đừng spam nữa|Can you stop texting me?|bỏ theo dõi|Stop. I don't want any more messages.`
const unsure = `dừng|Dừng lại đi|ngừng|hủy|huỷ ạ|thôi|thoi|cancel|Cancel please|dung|dung a|đừng gửi|Stop, that hurts|đừng gửi nữa, em đổi địa chỉ rồi`
const other = `đúng|đúng rồi ạ|dạ đúng|dung roi|hủy đơn giúp em|cancel my order|thôi em không mua nữa|từ chối nhận hàng|em không nhận được tin
  sao shop không gửi tin nữa vậy|không gửi nữa hả shop?|đừng gửi qua Viettel Post nhé|đừng gửi hàng hôm nay|không nhận hàng
  bus stop|do you stop at Nguyen Trai street|tc bao nhiêu vậy shop|I don't get any messages|don't stop sending me messages|dùng sao ạ
  đừng dừng gửi tin nhé|nếu không muốn nhận tin thì sao|hủy đăng ký lớp yoga|why did you stop sending messages?|gửi tin nữa đi shop
  không|ok|hello shop|shop ngừng gửi tin khuyến mãi rồi à|dừng gửi?|unsubscribe?|thời gian giao bao lâu|thối quá`

function each(list: string): string[] {
  return list.split(/[|\n]/).map(text => text.trim())
}

const wishes = `tôi muốn nhận tin|nhận tin|gửi đi|ok gửi đi|gửi luôn đi|nhắn đi|nhắn tin cho tôi|liên hệ tôi|contact me|inbox|off|out|no more|im đi
  xóa đi|địa chỉ cũ xóa đi|tôi yêu cầu cung cấp dữ liệu cá nhân của tôi|shop biết những thông tin cá nhân nào của tôi
  cho em xin thông tin|gỡ thông tin của tôi khỏi hệ thống|kindly delete my name and phone number|gửi chị thêm mẫu nhé`

type Written = { text: string; kind: 'stop' | 'not-stop'; after_campaign: boolean }
const data = join(import.meta.dirname, '../../tests/data/opt-out')

function sharesIn(file: string): Record<'stop' | 'stopOrReminded' | 'others', number> {
  const written = JSON.parse(readFileSync(join(data, file), 'utf8')) as Written[]
  const share = (kind: Written['kind'], afterCampaign: OptOut[]) => {
    const messages = written.filter(message => message.kind === kind)
    const counted = messages.filter(({ text, after_campaign }) =>
      (after_campaign ? afterCampaign : ['sure']).includes(optOutOf(text)),
    )
    return counted.length / messages.length
  }
  return {
    stop: share('stop', ['sure', 'doubtful', 'likely']),
    stopOrReminded: share('stop', ['sure', 'doubtful', 'likely', 'unclear']),
    others: share('not-stop', ['sure', 'doubtful', 'likely']),
  }
}

describe('a message that refuses further messages', () => {
  test('is known with and without marks and manners', () => {
    for (const text of each(sure)) assert.equal(optOutOf(text), 'sure', text)
  })

  test('is doubtful where it may mean an order or an answer', () => {
    for (const text of each(unsure)) assert.equal(optOutOf(text), 'doubtful', text)
  })

  test('is not read into other talk', () => {
    for (const text of each(other)) assert.ok(['none', 'unclear'].includes(optOutOf(text)), text)
    assert.equal(optOutOf(''), 'none')
    assert.equal(optOutOf('👍👍'), 'none')
  })

  // Totals alone: whoever reads or learns from these messages makes the figures worthless.
  for (const [file, heard, reminded] of [
    ['unseen.json', 0.95, 0.98],
    ['exam.json', 0.94, 0.975],
  ] as const)
    test(`is heard where nobody looked, and others are not taken for one: ${file}`, () => {
      const { stop, others, stopOrReminded } = sharesIn(file)
      assert.ok(stop >= heard, `heard ${stop}`)
      assert.ok(stopOrReminded >= reminded, `heard or reminded ${stopOrReminded}`)
      assert.ok(others <= 0.01, `taken for one ${others}`)
    })

  test('is judged at once, however it is made up', () => {
    for (const words of ['dừng cho này ', 'stop stop ', 'đừng gửi, ', 'không muốn ', '? ', 'f['])
      for (const length of [60, 400, 100_000]) {
        const text = words.repeat(length).slice(0, length)
        assert.ok(fastestRun(200, () => optOutOf(text)) < 200, words)
      }
  })

  test('wishes for messages, requests about data and one or two words are none, whatever the weights say', () => {
    for (const text of each(wishes)) assert.ok(['none', 'unclear'].includes(optOutOf(text)), text)
    assert.equal(optOutIntentOf('xin nhận lại tin nhắn'), 'resume')
    assert.equal(optOutIntentOf('đồng ý nhận tin'), 'agree')
    for (const text of ['không cần', 'không nhé', 'chị không muốn', 'hong', 'no', 'no thank you', 'disagree'])
      assert.ok(['decline', 'maybe_stop'].includes(optOutIntentOf(text)), text)
  })

  test('of all channels is told from one of this channel, and from what only answers', () => {
    for (const [text, intent] of [
      ['đừng gửi nữa', 'stop'],
      ['STOP ALL', 'stop_all'],
      ['dừng', 'maybe_stop'],
      ['LẠI', 'resume'],
      ['đồng ý', 'agree'],
      ['không', 'decline'],
      ['còn hàng không', 'none'],
    ] as const)
      assert.equal(optOutIntentOf(text), intent, text)
  })

  test('is not looked for in a story', () => {
    const [long, wordy] = ['khuyếnmãi '.repeat(40), 'đẹp '.repeat(61)]
    for (const story of [long, wordy]) assert.equal(optOutOf(`${story}. Đừng gửi nữa`), 'none')
    assert.notEqual(optOutOf(`${'đẹp '.repeat(50)}. Đừng gửi nữa`), 'none')
  })

  test('is taken back in the words of our confirmation', () => {
    for (const text of ['LẠI', 'lại ạ', 'lai', 'START', 'start please', 'Nhận lại', 'cho em nhận tin lại nhé'])
      assert.ok(comesBack(text), text)
    for (const text of ['gửi lại giúp em', 'lái xe', 'start time?', 'lại đây', 'khi nào hàng về lại', ''])
      assert.ok(!comesBack(text), text)
  })
})
