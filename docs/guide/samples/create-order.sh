curl https://your-galla.example/api/v1/order/create-order \
  -H 'Authorization: Bearer key_test_...' \
  -H 'Content-Type: application/json' \
  -H 'Idempotency-Key: ORDER-1001' \
  -d '{
    "client_txn_id": "ORDER-1001",
    "amount": "499.00",
    "p_info": "Two cups of tea",
    "customer_name": "Asha Rao",
    "customer_email": "asha@example.com",
    "customer_mobile": "9876543210",
    "redirect_url": "https://yourdomain.com/thanks"
  }'
