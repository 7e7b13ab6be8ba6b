import type { CatalogueEntry } from './catalogue-entry.ts'

export const customersErrors = {
  'consent.proof_missing': {
    status: 400,
    vi: 'Hãy ghi rõ khách đồng ý với điều gì và có gì chứng minh, ví dụ phiếu có chữ ký.',
    en: 'Write down what the customer agreed to and what shows it, such as a signed form.',
  },
  'consent.only_theirs': {
    status: 409,
    vi: 'Chính khách đã từ chối nhận tin. Chỉ khách mới đổi lại được, bằng cách nhắn LẠI.',
    en: 'The customer opted out of such messages. Only they can opt back in, by writing START.',
  },
  'consent.ask_refused': {
    status: 409,
    vi: 'Bây giờ chưa hỏi khách được. Lý do được nêu kèm theo.',
    en: 'The customer cannot be asked now. See the reason given.',
  },
  'campaign-rules.hours_refused': {
    status: 400,
    vi: 'Giờ gửi phải nằm trong khoảng 07:00 đến 22:00, giờ bắt đầu trước giờ kết thúc.',
    en: 'Sending hours must be between 07:00 and 22:00, and start before they end.',
  },
  'segment.invalid': {
    status: 400,
    vi: 'Điều kiện của nhóm khách chưa đúng. Hãy xem lại điều kiện được nêu.',
    en: 'One of this group’s conditions is not valid. Check the one that is named.',
  },
  'segment.too_slow': {
    status: 422,
    vi: 'Đếm nhóm này lâu quá. Hãy bớt điều kiện, hoặc thêm một điều kiện thu hẹp như nhãn hay kênh.',
    en: 'Counting this group takes too long. Use fewer conditions, or add a narrow one such as a tag or a channel.',
  },
  'segment.in_use': {
    status: 409,
    vi: 'Còn tin sắp gửi cho nhóm này. Hãy huỷ hoặc đổi nhóm của tin đó trước.',
    en: 'Messages are still due to go to this group. Cancel them or choose another group for them first.',
  },
  'segment.full': {
    status: 409,
    vi: 'Cửa hàng đã có 100 nhóm khách. Hãy xoá bớt nhóm cũ.',
    en: 'The shop already has 100 customer groups. Delete some of them.',
  },
  'customer.fields_full': {
    status: 409,
    vi: 'Đã có 30 ô thông tin khách. Hãy xoá bớt ô không dùng nữa.',
    en: 'There are already 30 customer fields. Delete some that nobody uses.',
  },
  'customer.not_restricted': {
    status: 409,
    vi: 'Khách này không còn yêu cầu nào đang chặn gửi tin.',
    en: 'Nothing that this customer asked for holds messages back any more.',
  },
  'customer.restricted_otherwise': {
    status: 409,
    vi: 'Khách này còn một yêu cầu khác đang chặn gửi tin mà màn hình chưa hiện. Hãy tải lại trang, xem yêu cầu đó rồi hãy bỏ hạn chế.',
    en: 'Another request of this customer holds messages back, which the screen did not show yet. Reload the page and read it first.',
  },
  'customer.merge_refused': {
    status: 409,
    vi: 'Không gộp được hai khách này: trang web của bạn đã xác nhận họ là hai người, hoặc sau khi gộp sẽ có quá 20 thông tin liên lạc.',
    en: 'These two cannot be merged: your own website says that they are two people, or together they would have more than 20 contacts.',
  },
  'customer.split_refused': {
    status: 409,
    vi: 'Không tách được: đã quá 30 ngày, hoặc sau đó khách này còn được gộp tiếp. Hãy tách lần gộp sau cùng trước.',
    en: 'This cannot be undone: it was more than 30 days ago, or they have been merged again since. Undo the latest merge first.',
  },
} as const satisfies Record<string, CatalogueEntry>
