export const zaloFindingsVi = {
  'zalo.token_dead': {
    title: 'Zalo không còn chấp nhận quyền truy cập',
    text: 'Quyền truy cập của Official Account này không dùng được nữa. Tin của khách vẫn được lưu; bấm kết nối lại để gửi tiếp các tin đang chờ.',
  },
  'zalo.refresh_refused': {
    title: 'Cần kết nối lại Zalo',
    text: 'Zalo từ chối gia hạn quyền truy cập, thường vì quyền đã bị thu hồi hoặc lần gia hạn trước bị gián đoạn. Tin của khách vẫn được lưu; bấm kết nối lại và chọn đúng Official Account này.',
  },
  'zalo.no_tokens': {
    title: 'Chưa có quyền truy cập Zalo',
    text: 'Hệ thống không đọc được quyền truy cập của Official Account này. Bấm kết nối lại để cấp quyền.',
  },
  'zalo.no_refresh_token': {
    title: 'Quyền truy cập sẽ hết sau một ngày',
    text: 'Kênh này được thêm bằng mã truy cập không kèm mã gia hạn. Bấm kết nối lại để hệ thống tự gia hạn được.',
  },
  'zalo.unreachable': {
    title: 'Zalo tạm thời không trả lời',
    text: 'Máy chủ của Zalo đang gặp sự cố hoặc không kết nối được. Hệ thống sẽ tự thử lại.',
  },
  'zalo.webhook_silent': {
    title: 'Zalo không còn báo tin mới',
    text: 'Khách có nhắn tin nhưng Zalo không báo cho hệ thống; có thể webhook đã bị tắt sau một lần gián đoạn. Bấm sửa để đọc lại các tin đã lỡ (hệ thống cũng tự đọc mỗi giờ) và nhờ người quản lý máy chủ bật lại webhook trong trang Zalo for Developers.',
  },
  'zalo.rate_limit': {
    title: 'Gửi quá nhanh',
    text: 'Ứng dụng hoặc Official Account đã chạm giới hạn số lần gọi mỗi phút của Zalo. Tin nhắn sẽ tự đi sau một phút.',
  },
  'zalo.window_closed': {
    title: 'Đã quá 7 ngày từ lần tương tác cuối',
    text: 'Zalo chỉ cho Official Account nhắn trong 7 ngày sau khi khách tương tác (48 giờ đầu miễn phí). Có thể nhắn lại khi khách nhắn tin mới.',
  },
  'zalo.never_wrote': {
    title: 'Khách chưa cho phép nhận tin',
    text: 'Khách này chưa từng nhắn hoặc chưa quan tâm Official Account nên Zalo không cho gửi tin.',
  },
  'zalo.person_refuses': {
    title: 'Khách không nhận tin loại này',
    text: 'Khách đã chặn hoặc hạn chế tin nhắn từ Official Account của bạn. Hãy liên hệ bằng cách khác nếu có số điện thoại.',
  },
  'zalo.person_inactive': {
    title: 'Tài khoản Zalo của khách không hoạt động',
    text: 'Tài khoản của khách đang bị khoá hoặc đã hơn 45 ngày không dùng Zalo.',
  },
  'zalo.template_quota': {
    title: 'Mẫu tin đã hết số lượt hôm nay',
    text: 'Zalo giới hạn số tin theo mẫu mỗi ngày. Các tin còn lại tự gửi tiếp vào ngày mai, nếu đợt gửi còn hạn.',
  },
  'zalo.person_quota': {
    title: 'Khách đã nhận đủ tin theo mẫu',
    text: 'Zalo giới hạn số tin theo mẫu cho mỗi người. Tin này không gửi được; có thể gửi lại sau vài ngày.',
  },
  'zalo.template_disabled': {
    title: 'Mẫu tin không còn dùng được',
    text: 'Zalo đã ngừng hoặc không tìm thấy mẫu tin này. Xem lý do ở mục Mẫu tin, sửa mẫu trong trang quản lý của Zalo rồi gửi tiếp.',
  },
  'zalo.template_value': {
    title: 'Mẫu tin có ô chưa đúng',
    text: 'Nội dung điền vào mẫu không đúng loại hoặc quá dài so với mẫu đã duyệt.',
  },
  'zalo.app_not_active': {
    title: 'Ứng dụng Zalo chưa được kích hoạt',
    text: 'Ứng dụng của máy chủ trên Zalo for Developers đang tắt. Người quản lý máy chủ cần kích hoạt lại ứng dụng.',
  },
  'zalo.api_not_registered': {
    title: 'Ứng dụng chưa đăng ký API này',
    text: 'Người quản lý máy chủ cần đăng ký quyền gửi tin và quản lý thông tin người dùng cho ứng dụng trên Zalo for Developers.',
  },
  'zalo.app_removed': {
    title: 'Official Account đã gỡ ứng dụng',
    text: 'Ứng dụng không còn được liên kết với Official Account này. Bấm kết nối lại để cấp quyền lại.',
  },
  'zalo.no_number': {
    title: 'Zalo nhận tin nhưng không cho biết mã của tin',
    text: 'Tin được coi là đã gửi và không tự gửi lại. Nếu khách chưa thấy, bạn hãy nhắn lại.',
  },
  'zalo.not_authorised': {
    title: 'Official Account chưa cấp quyền',
    text: 'Official Account đã thu hồi hoặc chưa cấp đủ quyền cho ứng dụng. Bấm kết nối lại và đồng ý mọi quyền được hỏi.',
  },
  'zalo.not_verified': {
    title: 'Official Account chưa được xác thực',
    text: 'Zalo yêu cầu Official Account đã xác thực mới được dùng tính năng này. Hãy gửi hồ sơ xác thực tại trang quản trị oa.zalo.me.',
  },
  'zalo.account_not_verified': {
    title: 'Official Account chưa xác thực',
    text: 'Kênh vẫn hoạt động, nhưng Zalo giới hạn một số tính năng với Official Account chưa xác thực. Nên xác thực tại oa.zalo.me.',
  },
  'zalo.plan_needed': {
    title: 'Gói dịch vụ OA chưa hỗ trợ',
    text: 'Gói hiện tại của Official Account không cho dùng API này. Hãy nâng gói tại oa.zalo.me; các tin đang chờ sẽ được gửi sau đó.',
  },
  'zalo.kind_of_account': {
    title: 'Loại Official Account này không dùng được',
    text: 'Zalo không cho loại Official Account này dùng API, hoặc tài khoản đang bị hạn chế. Hãy xem thông báo trong trang quản trị oa.zalo.me.',
  },
  'zalo.account_deleted': {
    title: 'Official Account đã bị xoá hoặc khoá',
    text: 'Zalo cho biết Official Account này không còn hoạt động. Hãy liên hệ Zalo; lịch sử trò chuyện ở đây vẫn được giữ.',
  },
  'zalo.billing': {
    title: 'Tài khoản thanh toán của OA có vấn đề',
    text: 'Zalo không trừ được phí từ ví của Official Account hoặc ứng dụng. Hãy nạp tiền hay liên kết lại ví trong trang quản trị oa.zalo.me.',
  },
  'zalo.parameter': {
    title: 'Zalo không hiểu yêu cầu này',
    text: 'Tin nhắn có nội dung mà Zalo không chấp nhận. Hãy gửi lại bằng văn bản đơn giản; nếu vẫn lỗi, báo bộ phận hỗ trợ.',
  },
  'zalo.too_large': {
    title: 'Nội dung vượt quá giới hạn của Zalo',
    text: 'Văn bản dài quá 2.000 ký tự hoặc tệp quá lớn. Hãy rút ngắn hay chia nhỏ rồi gửi lại.',
  },
  'zalo.message_type': {
    title: 'Zalo không hỗ trợ loại tin này',
    text: 'Hãy gửi nội dung dưới dạng văn bản, ảnh hoặc tệp PDF, Word, CSV.',
  },
  'zalo.content_policy': {
    title: 'Nội dung vi phạm chính sách của Zalo',
    text: 'Zalo từ chối tin nhắn vì nội dung. Hãy sửa lại câu chữ rồi gửi.',
  },
  'zalo.api_gone': {
    title: 'Zalo đã ngừng cách gửi này',
    text: 'Phiên bản phần mềm cần được cập nhật để gửi tin này. Hãy báo người quản lý máy chủ.',
  },
  'zalo.proof': {
    title: 'Zalo không nhận ra ứng dụng',
    text: 'Khoá bí mật của ứng dụng trên máy chủ không khớp với Zalo for Developers. Nhờ người quản lý máy chủ kiểm tra.',
  },
  'zalo.attachment_expired': {
    title: 'Tệp đã hết hạn trên Zalo',
    text: 'Zalo không còn giữ tệp này dù đã tải lên lại. Hãy đính kèm tệp và gửi lần nữa.',
  },
  'zalo.file_type': {
    title: 'Zalo không nhận loại tệp này',
    text: 'Zalo chỉ nhận ảnh JPG, PNG, GIF và tệp PDF, Word, CSV. Hãy đổi định dạng hoặc gửi liên kết.',
  },
  'zalo.file_too_large': {
    title: 'Tệp quá lớn với Zalo',
    text: 'Zalo nhận ảnh tối đa 1 MB, ảnh động và tệp tối đa 5 MB. Hãy giảm dung lượng hoặc gửi liên kết.',
  },
  'zalo.quota': {
    title: 'Hết hạn mức tin nhắn của OA',
    text: 'Official Account đã dùng hết hạn mức của Zalo. Tin được giữ lại và gửi khi có hạn mức mới; có thể mua thêm tại oa.zalo.me.',
  },
  'zalo.night': {
    title: 'Zalo không cho gửi loại tin này ban đêm',
    text: 'Tin được giữ lại và tự gửi sau 6 giờ sáng.',
  },
  'zalo.wrong_app': {
    title: 'Mã ứng dụng Zalo không đúng (-14002)',
    text: 'Ứng dụng không tồn tại hoặc chưa kích hoạt. Nhờ người quản lý máy chủ kiểm tra và kích hoạt ứng dụng.',
  },
  'zalo.wrong_return_address': {
    title: 'Địa chỉ trở về không đúng (-14003)',
    text: 'Callback URL trong trang Zalo for Developers phải giống hệt địa chỉ của máy chủ này: …/api/v1/channels/zalo/callback. Hãy báo người quản lý máy chủ.',
  },
  'zalo.consent_over': {
    title: 'Phiên kết nối đã hết hạn',
    text: 'Mỗi lần kết nối có hiệu lực 10 phút và chỉ dùng được một lần. Hãy bấm kết nối Zalo lần nữa.',
  },
  'zalo.consent_refused': {
    title: 'Chưa được cấp quyền',
    text: 'Bạn đã đóng hoặc từ chối ở trang cấp quyền của Zalo. Chưa có gì thay đổi; có thể kết nối lại bất cứ lúc nào.',
  },
  'zalo.code_refused': {
    title: 'Zalo không xác nhận lần kết nối này',
    text: 'Mã xác nhận đã hết hạn hoặc đã được dùng. Hãy bấm kết nối lần nữa; nếu vẫn lỗi, nhờ người quản lý máy chủ kiểm tra ứng dụng Zalo.',
  },
  'zalo.other_account': {
    title: 'Bạn vừa chọn một Official Account khác',
    text: 'Kênh này chỉ kết nối lại được với chính Official Account cũ. Hãy bấm kết nối lại và chọn đúng tài khoản, hoặc thêm tài khoản kia thành kênh mới.',
  },
  'zalo.error': {
    title: 'Zalo từ chối tin nhắn',
    text: 'Zalo trả về một lỗi chưa có lời giải thích. Mã lỗi nằm trong phần chi tiết; có thể thử gửi lại.',
  },
} as const
