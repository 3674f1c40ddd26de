<?php

declare(strict_types=1);

namespace Galla;

/** No valid reply, after all retries. The call may or may not have taken effect. You can safely repeat it. */
final class ConnectionException extends GallaException
{
}
