<?php

declare(strict_types=1);

namespace Galla;

/** The base class of all errors of this package. */
class GallaException extends \RuntimeException
{
}
