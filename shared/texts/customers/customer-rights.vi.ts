export const customerRightsVi = {
  title: 'Quyền của khách',
  text: 'Theo luật, khách được xin bản dữ liệu của mình và yêu cầu xoá. Chỉ quản trị viên thấy mục này.',
  ask: 'Lấy dữ liệu của khách',
  preparing: 'Đang gom dữ liệu',
  ready: 'Đã gom xong. Tệp được giữ đến {date}.',
  download: 'Tải tệp về',
  file: 'du-lieu-khach.zip',
  readme:
    'Dữ liệu của quý khách tại {shop}. Tệp data.json ghi thông tin, tin nhắn, sự đồng ý và các yêu cầu của quý khách, đọc được bằng mọi trình soạn thảo văn bản.',
  readmeFiles:
    'Thư mục files có {files} tệp quý khách đã gửi hoặc nhận. Mỗi tin nhắn trong data.json ghi rõ tệp của tin đó.',
  readmeMissing: 'Không kèm theo {count} tệp không còn được lưu.',
  readmeTooMuch:
    'Không kèm theo {count} tệp vượt quá dung lượng của một bản. Cần những tệp này, quý khách vui lòng liên hệ {shop}.',
  readmeExpired: 'Không kèm theo {count} tệp đã hết thời hạn lưu của {shop}.',
  readmeWaiting: 'Không kèm theo {count} tệp chưa được chép về từ ứng dụng nhắn tin.',
  readmeRefused:
    'Không kèm theo {count} tệp thuộc loại hoặc có dung lượng không được lưu, hoặc ứng dụng nhắn tin không còn giữ.',
  readmeNamed: 'Tệp data.json ghi rõ từng tệp không kèm theo.',
  erase: 'Xoá dữ liệu khách',
  eraseTitle: 'Xoá dữ liệu của {name}?',
  eraseGone: 'Tin nhắn, tệp, số điện thoại, ghi chú và mọi thông tin khác của khách sẽ bị xoá ở mọi kênh.',
  eraseStays:
    'Chỉ giữ lại, không kèm tên: khách từng đồng ý hay từ chối nhận gì. Khách đã từ chối thì sau này nhắn lại vẫn là từ chối.',
  eraseForGood: 'Không lấy lại được.',
  eraseNow: 'Xoá',
  erased: 'Đang xoá dữ liệu của khách.',
  cancel: 'Thôi',
}
