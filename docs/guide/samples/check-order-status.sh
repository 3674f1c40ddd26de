curl https://your-galla.example/api/v1/order/check-order-status \
  -H 'Authorization: Bearer key_test_...' \
  -H 'Content-Type: application/json' \
  -d '{
    "client_txn_id": "ORDER-1001"
  }'
