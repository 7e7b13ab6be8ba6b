export const workspacesVi = {
  'goodbye.subject': 'Tài khoản {brand} của bạn đã được xoá',
  'goodbye.preview': 'Mọi phiên đăng nhập đã kết thúc.',
  'goodbye.heading': 'Tạm biệt {name}',
  'goodbye.body':
    'Theo yêu cầu của bạn, tài khoản {brand} cùng tên, số điện thoại, cài đặt và thông báo của bạn đã được xoá. Mọi thiết bị đã được đăng xuất.',
  'goodbye.rest':
    'Hoá đơn đã xuất và sổ sách liên quan được giữ đúng thời hạn luật kế toán yêu cầu. Nếu bạn không yêu cầu việc này, hãy liên hệ bộ phận hỗ trợ ngay.',
  'goodbye.reason': 'Đây là thư cuối cùng gửi tới địa chỉ này.',
  'closed.subject': '{workspace} đã được xoá',
  'closed.preview': 'Quản trị viên đã xoá cửa hàng này.',
  'closed.heading': '{workspace} đã đóng',
  'closed.body':
    'Quản trị viên đã xoá cửa hàng {workspace} trên {brand}. Bot đã dừng, các kênh đã ngắt và không ai vào được nữa. Tài khoản của bạn vẫn còn.',
  'closed.rest': 'Hội thoại, khách hàng và tài liệu sẽ bị xoá hẳn sau 7 ngày.',
  'closed.reason': 'Bạn nhận thư này vì bạn ở trong đội của cửa hàng này.',
  'forgotten.subject': 'Dữ liệu của {workspace} đã được xoá',
  'forgotten.preview': 'Gói đã kết thúc 90 ngày trước.',
  'forgotten.heading': '{workspace} đã đóng',
  'forgotten.body':
    'Gói của {workspace} trên {brand} đã kết thúc 90 ngày trước, nên cửa hàng được xoá như đã báo. Tài khoản của bạn vẫn còn, và bạn mở được cửa hàng mới bất cứ lúc nào.',
  'forgotten.rest': 'Hội thoại, khách hàng và tài liệu sẽ bị xoá hẳn sau 7 ngày. Hoá đơn được giữ theo luật kế toán.',
  'forgotten.reason': 'Bạn nhận thư này vì bạn ở trong đội của cửa hàng này.',
  'invitation.subject': '{inviter} mời bạn vào {workspace}',
  'invitation.preview': 'Nhận lời mời để cùng trả lời khách trên {brand}.',
  'invitation.heading': 'Bạn được mời vào {workspace}',
  'invitation.body':
    '{inviter} mời bạn cùng trả lời khách hàng trong hộp thư chung trên {brand}, bằng địa chỉ {email}.',
  'invitation.some_shop': 'một cửa hàng',
  'invitation.button': 'Nhận lời mời',
  'invitation.life': 'Lời mời có hiệu lực trong 7 ngày.',
  'invitation.reason': 'Bạn nhận thư này vì có người mời địa chỉ này vào đội của họ. Nếu không quen họ, bạn cứ bỏ qua.',
}
