import { execFile } from 'node:child_process'
import { createServer, type ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Shop } from '../../server/testing/shop.ts'

const SDK = fileURLToPath(new URL('../../sdk/php/src/', import.meta.url))
/** Guzzle as Debian has it (php-guzzlehttp-guzzle), or as Composer installs it. */
const START = `
foreach (['/usr/share/php/GuzzleHttp/autoload.php', '/usr/share/php/GuzzleHttp/Psr7/autoload.php', 'vendor/autoload.php'] as $file)
    if (is_file($file)) require_once $file;
spl_autoload_register(function ($name) { if (str_starts_with($name, 'Galla\\\\')) require '${SDK}' . substr($name, 6) . '.php'; });
if (!class_exists('GuzzleHttp\\\\Client')) exit(9);
$factory = new GuzzleHttp\\Psr7\\HttpFactory();
$galla = new Galla\\Galla(new Galla\\PsrTransport(new GuzzleHttp\\Client(['timeout' => 15]), $factory, $factory), getenv('ORIGIN'), getenv('KEY'));
try { $out = (function () use ($galla) { WORK })(); }
catch (Galla\\RefusedException $error) { $out = ['refused' => $error->reason, 'status' => $error->status, 'errors' => $error->errors,
  'orderId' => $error->orderId, 'paymentUrl' => $error->paymentUrl]; }
catch (Galla\\ConnectionException $error) { $out = ['lost' => $error->getMessage()]; }
echo json_encode($out, JSON_THROW_ON_ERROR);`

const run = promisify(execFile)
const php = async (work: string, origin: string, key: string) => {
  const env = { ...process.env, ORIGIN: origin, KEY: key }
  const { stdout } = await run('php', ['-r', START.replace('WORK', work)], { env })
  return JSON.parse(stdout)
}
const hasGuzzle = await php('return 1;', 'https://galla.example', 'key').then(
  () => true,
  () => false,
)
if (!hasGuzzle) console.log('SKIPPED: the PHP client. It needs PHP 8.1 and Guzzle, which are not here.')

describe.skipIf(!hasGuzzle)('the PHP client', () => {
  let shop: Shop
  let origin: string
  let key: string
  beforeAll(async () => {
    shop = await openShop()
    origin = await shop.app.http.listen({ host: '127.0.0.1', port: 0 })
    key = (await shop.merchant()).key
  })
  afterAll(() => shop.close())

  const ORDER = `['client_txn_id' => 'PHP-1', 'amount' => '499.00', 'p_info' => 'Tea', 'customer_name' => 'Asha Rao',
    'customer_email' => 'asha@example.com', 'customer_mobile' => '9876543210', 'redirect_url' => 'https://shop.example/done']`

  test('creates an order once for an idempotency key, and finds it', async () => {
    const created = await php(
      `return [$galla->createOrder(${ORDER}, 'k1'), $galla->createOrder(${ORDER}, 'k1')];`,
      origin,
      key,
    )
    expect(created[0].payment_url).toContain('/pay/')
    expect(created[1]).toEqual(created[0])
    // Without that key, the refusal names the order.
    const { order_id: orderId, payment_url: paymentUrl } = created[0]
    expect(await php(`return $galla->createOrder(${ORDER});`, origin, key)).toMatchObject({
      refused: 'duplicate_client_txn_id',
      orderId,
      paymentUrl,
    })
    expect(await php(`return $galla->checkOrderStatus('PHP-1');`, origin, key)).toMatchObject({
      status: 'created',
    })
    expect(await php('return $galla->listEvents();', origin, key)).toMatchObject({ data: [] })
  })

  test('names the fields of a refusal, and does not repeat it', async () => {
    expect(await php(`return $galla->createOrder(['amount' => '0'] + ${ORDER});`, origin, key)).toMatchObject(
      {
        refused: 'invalid_fields',
        status: 400,
        errors: [{ field: 'amount' }],
      },
    )
    expect(await php(`return $galla->checkOrderStatus('NONE');`, origin, key)).toMatchObject({ status: 404 })
    expect(await php(`return $galla->checkOrderStatus('PHP-1');`, origin, 'key_test_wrong')).toMatchObject({
      status: 401,
    })
  })

  test('repeats what failed on the way with the same key, and follows no redirect', async () => {
    const seen: (string | undefined)[] = []
    const answers: ((reply: ServerResponse) => void)[] = [
      (reply) => reply.destroy(),
      (reply) => reply.writeHead(503, { 'retry-after': '1' }).end('<html>'),
      (reply) => reply.writeHead(200).end('{"success":true,"data":{"order_id":"1"}}'),
      (reply) => reply.writeHead(302, { location: 'https://elsewhere.example/' }).end(),
    ]
    const server = createServer((request, reply) => {
      seen.push(request.headers['idempotency-key'] as string | undefined)
      answers.shift()?.(reply)
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const flaky = `http://127.0.0.1:${(server.address() as { port: number }).port}`
    expect(await php(`return $galla->createOrder(${ORDER});`, flaky, key)).toEqual({ order_id: '1' })
    expect(new Set(seen).size).toBe(1)
    expect(seen).toHaveLength(3)
    expect((await php(`return $galla->checkOrderStatus('A');`, flaky, key)).lost).toContain('leads elsewhere')
    server.close()
  })
})
