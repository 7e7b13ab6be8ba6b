import type { CatalogueEntry } from './catalogue-entry.ts'

export const campaignsErrors = {
  'broadcast.not_draft': {
    status: 409,
    vi: 'Đợt gửi này đã bắt đầu hoặc đã xong nên không sửa được nữa.',
    en: 'This broadcast has been started or is over, so it can no longer be changed.',
  },
  'broadcast.not_running': {
    status: 409,
    vi: 'Lúc này chưa làm được việc đó với đợt gửi này.',
    en: 'This can’t be done with the broadcast in its current state.',
  },
  'broadcast.preview_needed': {
    status: 409,
    vi: 'Nội dung đã đổi. Hãy xem lại ai nhận rồi mới gửi.',
    en: 'The message has changed. Check who gets it before you send.',
  },
  'broadcast.preview_stale': {
    status: 409,
    vi: 'Bản xem trước đã quá 15 phút. Hãy xem lại ai nhận rồi mới gửi.',
    en: 'The preview is older than 15 minutes. Check again who gets it before you send.',
  },
  'broadcast.cost_changed': {
    status: 409,
    vi: 'Chi phí cao hơn mức bạn đồng ý. Hãy xem lại rồi gửi.',
    en: 'It costs more than you agreed to. Check again before you send.',
  },
  'broadcast.nobody': {
    status: 409,
    vi: 'Hiện không ai nhận được tin này. Hãy xem lý do rồi đổi nhóm khách, cách gửi hoặc giờ gửi.',
    en: 'Nobody can get this message now. See why, then change the group, the channel or the time.',
  },
  'broadcast.purpose_doubtful': {
    status: 409,
    vi: 'Nội dung nghe như quảng cáo nhưng mục đích không phải khuyến mãi. Hãy chọn “Khuyến mãi”, hoặc xác nhận đây không phải quảng cáo.',
    en: 'It reads like advertising, but its purpose is different. Choose “Promotion”, or confirm that it is not advertising.',
  },
  'broadcast.button_wrong': {
    status: 400,
    vi: 'Có nút chưa dùng được. Mỗi nút cần một tên riêng, tối đa 20 chữ, bằng mọi thứ tiếng của tin; liên kết bắt đầu bằng https://; chuỗi tin phải đang chạy; nhãn chưa bị xoá.',
    en: 'One of the buttons is not valid. Each needs its own text, 20 characters at most, in every language of the message; links have to begin with https://; a sequence has to be running; a tag must still exist.',
  },
  'broadcast.too_many_running': {
    status: 409,
    vi: 'Đã có 3 đợt gửi đang chạy. Chờ một đợt xong rồi bắt đầu.',
    en: 'Three broadcasts are already running. Wait for one to end.',
  },
  'broadcast.too_many_scheduled': {
    status: 409,
    vi: 'Đã có 20 đợt gửi đang chờ đến giờ. Dừng bớt một đợt rồi hẹn giờ đợt này.',
    en: 'Twenty broadcasts are already scheduled. End one of them first.',
  },
  'broadcast.test_refused': {
    status: 409,
    vi: 'Chưa gửi thử được cho máy đó: nền tảng chỉ cho gửi khi máy đó vừa nhắn cho shop. Nhắn lại một tin rồi thử.',
    en: 'The test cannot be sent there: the platform accepts messages only after that phone has written. Write once more, then try again.',
  },
  'broadcast.test_unwanted': {
    status: 409,
    vi: 'Người dùng máy đó đã từ chối nhận tin, hoặc yêu cầu hạn chế dữ liệu, nên không gửi thử được. Chính họ rút lại thì mới gửi thử được.',
    en: 'Whoever uses that phone has opted out of such messages, or had their data restricted. Only they can undo that.',
  },
  'template.not_approved': {
    status: 409,
    vi: 'Mẫu tin này chưa được duyệt hoặc đã bị ngừng nên chưa gửi được. Hãy chọn mẫu khác, hoặc chờ nền tảng duyệt.',
    en: 'This template is not approved, or no longer approved. Choose another one, or wait until the platform approves it.',
  },
  'template.value_invalid': {
    status: 400,
    vi: 'Một ô của mẫu tin còn trống hoặc chưa đúng. Xem lại ô được đánh dấu.',
    en: 'One of the template’s fields is empty or does not fit. Check the marked one.',
  },
  'template.body_invalid': {
    status: 400,
    vi: 'Mẫu tin chưa hợp lệ. Tên phải có chữ hoặc số; nội dung không bắt đầu hay kết thúc bằng chỗ điền; các chỗ điền viết {{1}}, {{2}}… theo thứ tự và mỗi chỗ có một ví dụ.',
    en: 'The template is not valid. Its name needs letters or digits; its text may not begin or end with a placeholder; placeholders are written {{1}}, {{2}} … in order, each with an example.',
  },
  'template.made_elsewhere': {
    status: 409,
    vi: 'Mẫu tin Zalo được tạo và duyệt trong trang quản lý của Zalo. Tạo xong, mẫu sẽ tự hiện ở đây.',
    en: 'Templates for Zalo are made and approved in Zalo’s own console. Once made there, they show up here.',
  },
  'template.name_taken': {
    status: 409,
    vi: 'Trang đã có mẫu tin tên này. Hãy đặt tên khác.',
    en: 'The page already has a template with that name. Choose another name.',
  },
  'template.refused': {
    status: 409,
    vi: 'Meta chưa nhận mẫu tin này. Hãy xem lại nội dung rồi thử lại.',
    en: 'Meta did not accept this template. Check its text and try again.',
  },
  'template.no_permission': {
    status: 409,
    vi: 'Trang này chưa cho phép dùng mẫu tin. Hãy kết nối lại Trang ở mục Kết nối và đồng ý quyền “tin nhắn tiện ích”.',
    en: 'This page has not given permission for templates. Reconnect it under Connect and accept utility messages.',
  },
  'broadcast.template_untried': {
    status: 409,
    vi: 'Mẫu tin Messenger không gửi thử được: tin thử được gửi như tin thật.',
    en: 'Templates cannot be tested on Messenger: a test is sent like any other message.',
  },
  'broadcast.picture_wrong': {
    status: 400,
    vi: 'Ảnh kèm tin cần là JPG hoặc PNG, tối đa 1 MB, và còn trong kho của shop.',
    en: 'The picture has to be a JPG or PNG of at most 1 MB, and still be among the shop’s files.',
  },
  'broadcast.empty': {
    status: 400,
    vi: 'Tin chưa có nội dung, hoặc chưa có tên hay cách gửi.',
    en: 'The message has no text, no name or no channel to send it on yet.',
  },
  'broadcast.too_long': {
    status: 400,
    vi: 'Tin dài quá 1.000 chữ, kể cả phần đầu và lời cuối. Hãy viết ngắn lại.',
    en: 'The message is longer than 1,000 characters, including its label and last line. Make it shorter.',
  },
  'broadcast.too_long_paid': {
    status: 400,
    vi: 'Tin tiếp thị trả phí dài tối đa 640 chữ, kể cả phần đầu và lời cuối. Hãy viết ngắn lại, hoặc chọn chỉ gửi miễn phí.',
    en: 'A paid marketing message can have at most 640 characters, including its label and last line. Make it shorter, or send only what is free.',
  },
  'broadcast.place_unknown': {
    status: 400,
    vi: 'Có chỗ trống mà hệ thống không biết điền gì. Hãy chọn lại từ danh sách.',
    en: 'One of the placeholders cannot be filled. Choose one from the list.',
  },
  'broadcast.time_past': {
    status: 400,
    vi: 'Giờ gửi hoặc hạn gửi đã qua, hoặc hạn đến trước giờ gửi.',
    en: 'The sending time or the deadline has passed, or the deadline is before the sending time.',
  },
  'sequence.step_invalid': {
    status: 400,
    vi: 'Có bước chưa điền xong hoặc chưa đúng. Xem bước được đánh dấu rồi sửa.',
    en: 'A step is incomplete or not right. Check the marked step and fix it.',
  },
  'sequence.price_unconfirmed': {
    status: 409,
    vi: 'Chuỗi này có tin mất phí. Hãy xác nhận giá mỗi tin và số tiền tối đa mỗi tháng, đủ cho ít nhất một tin.',
    en: 'This sequence has messages that cost money. Confirm the price of each and a monthly limit that covers at least one.',
  },
  'sequence.loop': {
    status: 400,
    vi: 'Chuỗi này gắn một nhãn lại khởi động chính nó nên sẽ chạy mãi. Hãy đổi nhãn hoặc điều kiện bắt đầu.',
    en: 'This sequence adds a tag that starts it again, so it would never stop. Change the tag or what starts it.',
  },
  'sequence.empty': {
    status: 400,
    vi: 'Hãy đặt tên cho chuỗi tin trước khi cho chạy.',
    en: 'Give the sequence a name before you publish it.',
  },
  'sequence.over': {
    status: 409,
    vi: 'Chuỗi tin này đã kết thúc nên không sửa được nữa.',
    en: 'This sequence has ended, so it can no longer be changed.',
  },
  'sequence.published': {
    status: 409,
    vi: 'Chuỗi tin này đã từng chạy nên không xoá được. Bạn có thể kết thúc chuỗi.',
    en: 'This sequence has been published, so it cannot be deleted. You can end it.',
  },
  'sequence.not_active': {
    status: 409,
    vi: 'Lúc này chưa làm được việc đó với chuỗi tin này.',
    en: 'This can’t be done with the sequence in its current state.',
  },
  'sequence.too_many_active': {
    status: 409,
    vi: 'Gói của shop không cho thêm chuỗi tin nào chạy cùng lúc. Tạm dừng một chuỗi khác hoặc nâng gói.',
    en: 'Your plan allows no more sequences to run at the same time. Pause another one, or upgrade.',
  },
  'sequence.inside_already': {
    status: 409,
    vi: 'Khách này đang ở trong chuỗi tin rồi.',
    en: 'This customer is already in the sequence.',
  },
  'sequence.had_already': {
    status: 409,
    vi: 'Khách này đã đi qua chuỗi tin rồi và chưa được vào lại.',
    en: 'This customer has been through the sequence and may not enter it again yet.',
  },
  'sequence.customer_full': {
    status: 409,
    vi: 'Khách này đang ở trong 3 chuỗi tin. Chờ một chuỗi xong rồi thêm.',
    en: 'This customer is in three sequences already. Wait for one to end.',
  },
} as const satisfies Record<string, CatalogueEntry>
