export const facebookFindingsVi = {
  'facebook.temporary': {
    title: 'Facebook gặp trục trặc nhất thời',
    text: 'Không cần làm gì: tin nhắn được tự động gửi lại sau ít phút.',
  },
  'facebook.not_reached': { title: 'Chưa liên lạc được với Facebook', text: 'Không cần làm gì: hệ thống tự thử lại.' },
  'facebook.rate_limited': {
    title: 'Trang gửi quá nhanh',
    text: 'Facebook tạm giới hạn số tin nhắn của trang. Không cần làm gì: tin nhắn được gửi chậm lại.',
  },
  'facebook.token_missing': {
    title: 'Chưa có quyền truy cập vào trang',
    text: 'Hãy kết nối lại trang. Tin nhắn của khách vẫn được lưu; tin trả lời được giữ lại và gửi tiếp sau đó.',
  },
  'facebook.token_invalid': {
    title: 'Quyền truy cập vào trang không còn hiệu lực',
    text: 'Hãy kết nối lại trang. Tin nhắn của khách vẫn được lưu; tin trả lời được giữ lại và gửi tiếp sau đó.',
  },
  'facebook.token_expired': {
    title: 'Quyền truy cập vào trang đã hết hạn',
    text: 'Hãy kết nối lại trang. Tin trả lời được giữ lại và gửi tiếp sau đó.',
  },
  'facebook.token_ending': {
    title: 'Quyền truy cập vào trang sắp hết hạn',
    text: 'Hãy kết nối lại trang trước ngày hết hạn để tin nhắn không bị gián đoạn.',
  },
  'facebook.password_changed': {
    title: 'Tài khoản Facebook đã đổi mật khẩu',
    text: 'Người kết nối trang đã đổi mật khẩu, hoặc Facebook đã đăng xuất họ để bảo vệ tài khoản. Hãy kết nối lại trang.',
  },
  'facebook.app_removed': {
    title: 'Ứng dụng đã bị gỡ khỏi Facebook',
    text: 'Người kết nối trang đã gỡ ứng dụng khỏi tài khoản Facebook của họ. Hãy kết nối lại trang.',
  },
  'facebook.permission_missing': {
    title: 'Thiếu quyền nhắn tin của trang',
    text: 'Facebook không cho đọc hoặc trả lời tin nhắn của trang này. Hãy kết nối lại trang và giữ nguyên mọi quyền được hỏi.',
  },
  'facebook.not_subscribed': {
    title: 'Facebook không chuyển tin nhắn về đây',
    text: 'Tin nhắn mới của khách chưa đến được. Bấm sửa để bật lại việc nhận tin; các tin đã lỡ sẽ được đọc bù.',
  },
  'facebook.fields_missing': {
    title: 'Facebook chỉ chuyển về một phần',
    text: 'Một số sự kiện của trang không đến được, chẳng hạn tin đã đọc hoặc tin trả lời từ Facebook. Bấm sửa để bật lại.',
  },
  'facebook.window_closed': {
    title: 'Đã quá thời hạn trả lời',
    text: 'Facebook chỉ cho trả lời trong một thời gian sau tin nhắn gần nhất của khách. Hãy chờ khách nhắn lại, hoặc gọi cho khách.',
  },
  'facebook.tag_retired': {
    title: 'Facebook không còn nhận loại tin này',
    text: 'Đây là lỗi của chúng tôi. Hãy báo cho bộ phận hỗ trợ.',
  },
  'facebook.recipient_unreachable': {
    title: 'Không liên lạc được với khách',
    text: 'Khách đã chặn trang, hoặc tài khoản của khách không còn nhận tin nhắn. Hãy liên hệ với khách bằng cách khác.',
  },
  'facebook.page_restricted': {
    title: 'Trang đang bị Facebook hạn chế',
    text: 'Facebook tạm thời không cho trang này gửi tin. Hãy mở mục Chất lượng trang trên Facebook để xem lý do; tin đang chờ sẽ được gửi sau.',
  },
  'facebook.attachment_too_large': {
    title: 'Tệp quá lớn',
    text: 'Facebook nhận ảnh đến 8 MB và tệp khác đến 25 MB. Hãy gửi lại bằng tệp nhỏ hơn.',
  },
  'facebook.attachment_failed': {
    title: 'Facebook không tải được tệp',
    text: 'Hãy gửi lại tệp. Nếu vẫn không được, hãy báo người quản lý máy chủ: Facebook phải mở được địa chỉ của máy chủ.',
  },
  'facebook.attachment_unknown': { title: 'Facebook không còn giữ tệp này', text: 'Hãy gửi lại tệp.' },
  'facebook.profile_missing': {
    title: 'Không xem được tên khách',
    text: 'Facebook không cho xem tên của khách này. Không cần làm gì: khách được gọi bằng tên tạm.',
  },
  'facebook.invalid_parameter': { title: 'Facebook từ chối nội dung tin nhắn', text: 'Hãy sửa nội dung rồi gửi lại.' },
  'facebook.thread_elsewhere': {
    title: 'Ứng dụng khác đang giữ hội thoại',
    text: 'Hãy trả lời khách trong Hộp thư của trang trên Facebook, hoặc chuyển hội thoại về đây.',
  },
  'facebook.marketing_cap': {
    title: 'Khách chưa nhận thêm tin tiếp thị được',
    text: 'Facebook giới hạn số tin tiếp thị mà một người nhận. Không cần làm gì: tin được gửi khi Facebook cho phép, nếu vẫn còn trong hạn của đợt gửi.',
  },
  'facebook.marketing_ended': {
    title: 'Khách không còn đăng ký nhận tin tiếp thị',
    text: 'Khách đã dừng nhận, đăng ký đã hết hạn, hoặc nơi khách ở không cho gửi. Khi khách nhắn lại, bạn có thể trả lời như thường.',
  },
  'facebook.marketing_later': {
    title: 'Facebook chưa sẵn sàng gửi tin tiếp thị',
    text: 'Không cần làm gì: tin được gửi lại sau ít phút. Đợt gửi mới có thể phải chờ khoảng một giờ.',
  },
  'facebook.marketing_account': {
    title: 'Tài khoản quảng cáo chưa gửi được tin',
    text: 'Hãy mở Trình quản lý quảng cáo của Facebook để xem thanh toán, ngân sách và điều khoản tin tiếp thị, rồi gửi tiếp. Nếu người kết nối trang đã đổi mật khẩu, hãy kết nối lại trang.',
  },
  'facebook.marketing_refused': {
    title: 'Facebook từ chối nội dung tin tiếp thị',
    text: 'Hãy sửa nội dung rồi gửi lại.',
  },
  'facebook.marketing_unnumbered': {
    title: 'Đã gửi, chưa có mã của tin',
    text: 'Facebook đã nhận tin nhưng không cho biết mã, nên có thể không hiện được khách đã xem hay chưa.',
  },
  'facebook.marketing_arrived': {
    title: 'Tin đã tới từ lần gửi trước',
    text: 'Lần trước Facebook không trả lời. Khi gửi lại, Facebook cho biết khách đã nhận.',
  },
  'facebook.unknown': {
    title: 'Facebook từ chối tin nhắn',
    text: 'Facebook không nói rõ lý do. Hãy gửi lại; nếu vẫn không được, hãy báo cho bộ phận hỗ trợ kèm mã lỗi.',
  },
} as const

/** The status page of a data deletion request. */
export const facebookPageVi = {
  'deletion.title': 'Dữ liệu của bạn đã được xoá',
  'deletion.done':
    'Ngày {date}, {brand} đã xoá mọi thông tin về tài khoản Facebook của bạn: mã số tài khoản và quyền truy cập vào các trang bạn đã kết nối. Các trang đó không còn được kết nối bằng tài khoản của bạn.',
  'deletion.kept': 'Tin nhắn giữa trang và khách hàng thuộc về trang. Muốn xoá tin nhắn, hãy liên hệ với trang đó.',
  'deletion.code': 'Mã xác nhận: {code}',
  'deletion.unknown': 'Không tìm thấy yêu cầu này',
  'deletion.unknown_hint': 'Địa chỉ có thể bị thiếu ký tự. Hãy mở lại liên kết mà Facebook đã đưa cho bạn.',
} as const
