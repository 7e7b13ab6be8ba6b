export const shopImportVi = {
  no_export: '{folder} không phải là thư mục do lệnh export tạo ra: thiếu manifest.json, hoặc tệp này không đọc được.',
  other_format: 'Thư mục này theo định dạng {format}, chương trình này đọc định dạng {known}. Vui lòng xuất lại.',
  newer:
    'Thư mục được xuất từ phiên bản mới hơn ({there}, ở đây là {here}). Vui lòng nâng cấp chương trình này rồi nhập lại.',
  older:
    'Thư mục được xuất từ phiên bản cũ hơn ({there}, ở đây là {here}). Vui lòng nâng cấp nơi xuất lên đúng phiên bản này rồi xuất lại.',
  missing: 'Thiếu {file}.',
  changed: '{file} không còn giống lúc xuất: nội dung đã bị thay đổi.',
  unknown_table: 'Chương trình này không nhập bảng {table}, hoặc bảng có cột lạ.',
  foreign_row: '{table} có dòng không thuộc cửa hàng này.',
  no_shop: 'Không nhập được: đây không phải là cửa hàng của khách hàng.',
  there: 'Cửa hàng {id} đã có ở đây.',
  taken: 'Ở đây đã có dữ liệu trùng: {what}.',
  unfit: 'Dữ liệu không hợp lệ: {what}.',
  other_file: 'Nơi lưu tệp đã có một {file} khác. Không tệp nào bị ghi đè.',
  running: 'Chương trình đang chạy trên {folder}. Vui lòng dừng trước khi nhập.',
}
